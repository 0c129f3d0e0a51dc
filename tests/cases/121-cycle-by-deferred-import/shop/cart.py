import shop.order
