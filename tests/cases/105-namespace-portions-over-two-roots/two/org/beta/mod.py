from org import delta
