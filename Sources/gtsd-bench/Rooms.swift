// Every file of the program knows what these hold.
@_exported import GTSDCommandLine
@_exported import GTSDLoad
@_exported import GTSDStudies
