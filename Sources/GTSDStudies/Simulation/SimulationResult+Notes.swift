import GTSDModel
import GTSDWorld
import Statistics

extension SimulationResult {
  /// Notes on the origin of the results, which a reader must know.
  static func notes(_ scenario: Scenario, replications: Int, renewals: Int) -> [String] {
    var notes: [String] = []
    let cells = (scenario.population.size + scenario.population.cellSize - 1) / scenario.population.cellSize
    if cells > 1, scenario.backend.servers != nil {
      notes.append(
        """
        The population runs as \(cells) cells, each with its share of the backend's servers. Cells do not pool their \
        queues, so waiting is not that of one backend; set population.cellSize to the population's size for one.
        """)
    }
    if cells * replications < ClusterFold.minWorlds {
      notes.append(
        """
        Intervals say how far other people in a world like this one would move a value, by person where a value counts \
        requests, sessions or photos. They do not cover other worlds, such as another outage or another day; \
        \(ClusterFold.minWorlds) replications or more do.
        """)
    }
    if scenario.population.describedSize != scenario.population.size {
      notes.append(
        """
        Counts of people, such as complaints, are stated for the \
        \(Wording.whole(scenario.population.describedSize)) people that the scenario describes; \
        \(Wording.whole(scenario.population.size)) were simulated.
        """)
    }
    if renewals > 0 {
      notes.append(
        """
        \(Wording.whole(renewals)) requests were refused for a token that had run out, and succeeded once the client \
        had renewed it: renewals, in no rate of errors.
        """)
    }
    return notes
  }
}
