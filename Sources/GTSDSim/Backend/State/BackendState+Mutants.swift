#if MUTANTS
  import GTSDModel

  /// Defects at the door of the backend, whatever is behind it.
  extension BackendState {
    mutating func finish(_ call: APICall, _ read: EarlyRead, at now: Timestamp, with planted: Mutant) -> APIReply {
      let endpoint = call.request.endpoint
      var call = call
      switch planted {
      case .forgets(endpoint):
        let before = (accounts, slots, effects)
        let reply = decide(call, read, at: now)
        (accounts, slots, effects) = before
        return reply
      case .failsAfterCommit(endpoint):
        let reply = decide(call, read, at: now)
        return reply.isSuccess ? .refusal(status: 500) : reply
      case .storesTwice(endpoint):
        let reply = decide(call, read, at: now)
        call.idempotencyKey = 0
        _ = decide(call, read, at: now)
        return reply
      case .ignoresKey(endpoint):
        call.idempotencyKey = 0
        return decide(call, read, at: now)
      case .tellsFirst(endpoint):
        guard let slot = authorized(call, at: now) else { return decide(call, read, at: now) }
        if let first = firstReplies.first(where: { $0.slot == slot && $0.request == call.request }) {
          return first.reply
        }
        let reply = decide(call, read, at: now)
        if reply.isSuccess { firstReplies.append((slot, call.request, reply)) }
        return reply
      case .tellsOther(endpoint):
        if let slot = authorized(call, at: now), accounts.count > 1 {
          let other = (slot + 1) % accounts.count
          call.accessToken = ServerToken(.access, slot: other, number: 1 << 50).text
        }
        return decide(call, read, at: now)
      case .undoesRepeats:
        let reply = decide(call, read, at: now)
        guard case .submitEvidence(let task) = call.request, reply.status == 200, let slot = authorized(call, at: now)
        else { return reply }
        accounts[slot].tasks.completed ^= 1 << UInt64(task - 1)
        return reply
      case .claimsLaterRevision:
        var reply = decide(call, read, at: now)
        if reply.asOf >= 0 { reply.asOf += 1 }
        return reply
      case .tellsOneMore(endpoint):
        var reply = decide(call, read, at: now)
        reply.body = reply.body.withOneMore
        return reply
      default: return decide(call, read, at: now)
      }
    }
  }

  extension APIResponse {
    /// The same with a number that is one too high, or a photo too few.
    fileprivate var withOneMore: APIResponse {
      switch self {
      case .tasks(var payload):
        payload.completed += 1
        return .tasks(payload)
      case .streak(var payload):
        payload.current += 1
        return .streak(payload)
      case .summary(var payload):
        payload.targets.calories += 1
        return .summary(payload)
      case .plan(var payload):
        payload.targets.protein += 1
        return .plan(payload)
      case .metrics(var payload):
        payload.metrics.bmr += 1
        return .metrics(payload)
      case .profile(var payload):
        payload.preferences.preferences.mealsPerDay += 1
        return .profile(payload)
      case .photos(let photos): return .photos(photos.dropLast())
      default: return self
      }
    }
  }
#endif
