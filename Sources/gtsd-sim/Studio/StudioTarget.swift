import GTSDCommandLine
import GTSDModel
import GTSDSim

/// The server to which the studio may send load. It is named on the studio's command line, and no page can change it.
struct StudioTarget: Sendable {
  /// The options of `load` that the studio's own command line decides.
  static let options: [OptionID] = [.target, .allowHost, .caFile, .accounts, .header]

  let url: String
  /// The arguments of a command line.
  let words: [String]

  /// Reads the server from the arguments of the studio.
  ///
  /// - Returns: nil without a server.
  /// - Throws: the errors of `load`.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let url = arguments[text: .target] else {
      if let option = Self.options.first(where: { arguments[flag: $0] }) {
        throw .usage(of: .studio, "--\(option.rawValue) needs --target URL")
      }
      return nil
    }
    _ = try LoadCommand.target(arguments, Scenario(name: "studio"), "", of: .studio)
    self.url = url
    words = Self.options.flatMap { option in arguments[all: option].flatMap { ["--\(option.rawValue)", $0] } }
  }
}
