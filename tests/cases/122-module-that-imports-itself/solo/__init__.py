import solo.part
