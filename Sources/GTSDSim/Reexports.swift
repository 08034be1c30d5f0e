// `import GTSDSim` provides scenarios, studies and load runs, and the results that a test asserts on.
@_exported public import Documents
@_exported public import GTSDLoad
@_exported public import GTSDStudies
@_exported public import GTSDWorld
@_exported public import Statistics
