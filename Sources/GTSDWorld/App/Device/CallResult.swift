typealias CallResult = Result<Answer, CallFailure>
