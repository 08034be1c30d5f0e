/// The certificate that a client shows to servers that request one, in files in PEM form.
package struct ClientCertificate: Hashable, Sendable {
  /// The file with the certificate, followed by those of the authorities that signed it.
  package var certificate: String
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// The reason why no secure connection can be made at all.
package enum TLSUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// No OpenSSL library could be loaded.
  case library(tried: [String], reason: String)
  /// A library lacks a function.
  case function(String, library: String)
  /// The certificates to trust could not be read.
  case trust(file: String?, reason: String)

  /// The client's own certificate, or its key, cannot be used.
  case ownCertificate(file: String, reason: String)

  package var description: String {
    switch self {
    case .library(let tried, let reason):
      "https needs OpenSSL, and neither of \(tried.joined(separator: ", ")) can be loaded (\(reason)): install it, "
        + "or use http"
    case .function(let name, let library):
      "https needs OpenSSL 1.1 or later, and \(library) has no \(name): install a newer one, or use http"
    case .trust(let file?, let reason):
      "\(file) holds no certificates to trust (\(reason)): it must be a file in PEM form"
    case .ownCertificate(let file, let reason):
      "\(file) cannot be shown to the server (\(reason)): certificate and key must be files in PEM form that belong together"
    case .trust(nil, let reason):
      "this system has no certificates to trust (\(reason)): install them, or name a file of them"
    }
  }
}
