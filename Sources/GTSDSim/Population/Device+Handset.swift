extension Device: Handset {}
