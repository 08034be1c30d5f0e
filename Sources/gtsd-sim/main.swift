import GTSDSim

print("gtsd-sim")
