{"App/Device/Answer.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Answer.swift" suffix(,)
0}},
{"App/Device/AppState+Screen.swift", (const char[]){
#embed "../GTSDWorld/App/Device/AppState+Screen.swift" suffix(,)
0}},
{"App/Device/AppState.swift", (const char[]){
#embed "../GTSDWorld/App/Device/AppState.swift" suffix(,)
0}},
{"App/Device/CallFailure.swift", (const char[]){
#embed "../GTSDWorld/App/Device/CallFailure.swift" suffix(,)
0}},
{"App/Device/CallResult.swift", (const char[]){
#embed "../GTSDWorld/App/Device/CallResult.swift" suffix(,)
0}},
{"App/Device/Device+Actions.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Device+Actions.swift" suffix(,)
0}},
{"App/Device/Device+Decoding.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Device+Decoding.swift" suffix(,)
0}},
{"App/Device/Device+Offers.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Device+Offers.swift" suffix(,)
0}},
{"App/Device/Device+Requests.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Device+Requests.swift" suffix(,)
0}},
{"App/Device/Device+View.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Device+View.swift" suffix(,)
0}},
{"App/Device/Device.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Device.swift" suffix(,)
0}},
{"App/Device/DeviceCondition.swift", (const char[]){
#embed "../GTSDWorld/App/Device/DeviceCondition.swift" suffix(,)
0}},
{"App/Device/Flight.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Flight.swift" suffix(,)
0}},
{"App/Device/KeptSummary.swift", (const char[]){
#embed "../GTSDWorld/App/Device/KeptSummary.swift" suffix(,)
0}},
{"App/Device/Owner.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Owner.swift" suffix(,)
0}},
{"App/Device/PhoneClock.swift", (const char[]){
#embed "../GTSDWorld/App/Device/PhoneClock.swift" suffix(,)
0}},
{"App/Device/PublishedState.swift", (const char[]){
#embed "../GTSDWorld/App/Device/PublishedState.swift" suffix(,)
0}},
{"App/Device/ReadRepetition.swift", (const char[]){
#embed "../GTSDWorld/App/Device/ReadRepetition.swift" suffix(,)
0}},
{"App/Device/Reread.swift", (const char[]){
#embed "../GTSDWorld/App/Device/Reread.swift" suffix(,)
0}},
{"App/Device/TapRefusal.swift", (const char[]){
#embed "../GTSDWorld/App/Device/TapRefusal.swift" suffix(,)
0}},
{"App/Device/VersionStamp.swift", (const char[]){
#embed "../GTSDWorld/App/Device/VersionStamp.swift" suffix(,)
0}},
{"App/Home/Device+Card.swift", (const char[]){
#embed "../GTSDWorld/App/Home/Device+Card.swift" suffix(,)
0}},
{"App/Home/Device+CardDismissal.swift", (const char[]){
#embed "../GTSDWorld/App/Home/Device+CardDismissal.swift" suffix(,)
0}},
{"App/Home/Device+Home.swift", (const char[]){
#embed "../GTSDWorld/App/Home/Device+Home.swift" suffix(,)
0}},
{"App/Home/HomeModel.swift", (const char[]){
#embed "../GTSDWorld/App/Home/HomeModel.swift" suffix(,)
0}},
{"App/Navigation/Device+Tabs.swift", (const char[]){
#embed "../GTSDWorld/App/Navigation/Device+Tabs.swift" suffix(,)
0}},
{"App/Navigation/NavigationModel.swift", (const char[]){
#embed "../GTSDWorld/App/Navigation/NavigationModel.swift" suffix(,)
0}},
{"App/Navigation/SimpleTabsModel.swift", (const char[]){
#embed "../GTSDWorld/App/Navigation/SimpleTabsModel.swift" suffix(,)
0}},
{"App/Navigation/ZeroStateLocation.swift", (const char[]){
#embed "../GTSDWorld/App/Navigation/ZeroStateLocation.swift" suffix(,)
0}},
{"App/Onboarding/Device+Onboarding.swift", (const char[]){
#embed "../GTSDWorld/App/Onboarding/Device+Onboarding.swift" suffix(,)
0}},
{"App/Onboarding/Device+Summary.swift", (const char[]){
#embed "../GTSDWorld/App/Onboarding/Device+Summary.swift" suffix(,)
0}},
{"App/Onboarding/OnboardingModel.swift", (const char[]){
#embed "../GTSDWorld/App/Onboarding/OnboardingModel.swift" suffix(,)
0}},
{"App/Onboarding/SummaryModel.swift", (const char[]){
#embed "../GTSDWorld/App/Onboarding/SummaryModel.swift" suffix(,)
0}},
{"App/Photos/Device+PhotoRetry.swift", (const char[]){
#embed "../GTSDWorld/App/Photos/Device+PhotoRetry.swift" suffix(,)
0}},
{"App/Photos/Device+PhotoSelection.swift", (const char[]){
#embed "../GTSDWorld/App/Photos/Device+PhotoSelection.swift" suffix(,)
0}},
{"App/Photos/Device+PhotoUpload.swift", (const char[]){
#embed "../GTSDWorld/App/Photos/Device+PhotoUpload.swift" suffix(,)
0}},
{"App/Photos/Device+Photos.swift", (const char[]){
#embed "../GTSDWorld/App/Photos/Device+Photos.swift" suffix(,)
0}},
{"App/Photos/PhotoErrorText+Class.swift", (const char[]){
#embed "../GTSDWorld/App/Photos/PhotoErrorText+Class.swift" suffix(,)
0}},
{"App/Photos/PhotosModel.swift", (const char[]){
#embed "../GTSDWorld/App/Photos/PhotosModel.swift" suffix(,)
0}},
{"App/Plans/Device+Acknowledge.swift", (const char[]){
#embed "../GTSDWorld/App/Plans/Device+Acknowledge.swift" suffix(,)
0}},
{"App/Plans/Device+Metrics.swift", (const char[]){
#embed "../GTSDWorld/App/Plans/Device+Metrics.swift" suffix(,)
0}},
{"App/Plans/Device+Plans.swift", (const char[]){
#embed "../GTSDWorld/App/Plans/Device+Plans.swift" suffix(,)
0}},
{"App/Plans/MetricsInstances.swift", (const char[]){
#embed "../GTSDWorld/App/Plans/MetricsInstances.swift" suffix(,)
0}},
{"App/Plans/MetricsModel.swift", (const char[]){
#embed "../GTSDWorld/App/Plans/MetricsModel.swift" suffix(,)
0}},
{"App/Plans/PlansModel.swift", (const char[]){
#embed "../GTSDWorld/App/Plans/PlansModel.swift" suffix(,)
0}},
{"App/Profile/Device+Profile.swift", (const char[]){
#embed "../GTSDWorld/App/Profile/Device+Profile.swift" suffix(,)
0}},
{"App/Profile/EditModel.swift", (const char[]){
#embed "../GTSDWorld/App/Profile/EditModel.swift" suffix(,)
0}},
{"App/Profile/ProfileModel.swift", (const char[]){
#embed "../GTSDWorld/App/Profile/ProfileModel.swift" suffix(,)
0}},
{"App/Session/AuthModel.swift", (const char[]){
#embed "../GTSDWorld/App/Session/AuthModel.swift" suffix(,)
0}},
{"App/Session/Device+Auth.swift", (const char[]){
#embed "../GTSDWorld/App/Session/Device+Auth.swift" suffix(,)
0}},
{"App/Session/Device+SignOut.swift", (const char[]){
#embed "../GTSDWorld/App/Session/Device+SignOut.swift" suffix(,)
0}},
{"Backend/APICall.swift", (const char[]){
#embed "../GTSDWorld/Backend/APICall.swift" suffix(,)
0}},
{"Backend/APIReply.swift", (const char[]){
#embed "../GTSDWorld/Backend/APIReply.swift" suffix(,)
0}},
{"Backend/Backend.swift", (const char[]){
#embed "../GTSDWorld/Backend/Backend.swift" suffix(,)
0}},
{"Backend/BackendDraws.swift", (const char[]){
#embed "../GTSDWorld/Backend/BackendDraws.swift" suffix(,)
0}},
{"Backend/BackendMemory.swift", (const char[]){
#embed "../GTSDWorld/Backend/BackendMemory.swift" suffix(,)
0}},
{"Backend/BackendRules.swift", (const char[]){
#embed "../GTSDWorld/Backend/BackendRules.swift" suffix(,)
0}},
{"Backend/Caller.swift", (const char[]){
#embed "../GTSDWorld/Backend/Caller.swift" suffix(,)
0}},
{"Backend/ConnectionGaps.swift", (const char[]){
#embed "../GTSDWorld/Backend/ConnectionGaps.swift" suffix(,)
0}},
{"Backend/DistributionDraw.swift", (const char[]){
#embed "../GTSDWorld/Backend/DistributionDraw.swift" suffix(,)
0}},
{"Backend/FaultInterference.swift", (const char[]){
#embed "../GTSDWorld/Backend/FaultInterference.swift" suffix(,)
0}},
{"Backend/FaultPlan.swift", (const char[]){
#embed "../GTSDWorld/Backend/FaultPlan.swift" suffix(,)
0}},
{"Backend/FaultSet.swift", (const char[]){
#embed "../GTSDWorld/Backend/FaultSet.swift" suffix(,)
0}},
{"Backend/HTTP/AccountNames.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/AccountNames.swift" suffix(,)
0}},
{"Backend/HTTP/AccountStanding.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/AccountStanding.swift" suffix(,)
0}},
{"Backend/HTTP/AppFields.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/AppFields.swift" suffix(,)
0}},
{"Backend/HTTP/BadReply.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/BadReply.swift" suffix(,)
0}},
{"Backend/HTTP/CallPurpose.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/CallPurpose.swift" suffix(,)
0}},
{"Backend/HTTP/ContractService.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/ContractService.swift" suffix(,)
0}},
{"Backend/HTTP/EventLoop+WallClock.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/EventLoop+WallClock.swift" suffix(,)
0}},
{"Backend/HTTP/HTTPBackend.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/HTTPBackend.swift" suffix(,)
0}},
{"Backend/HTTP/KnownSessions.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/KnownSessions.swift" suffix(,)
0}},
{"Backend/HTTP/LeftOutEndpoints.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/LeftOutEndpoints.swift" suffix(,)
0}},
{"Backend/HTTP/PhoneClients.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/PhoneClients.swift" suffix(,)
0}},
{"Backend/HTTP/RequestSample.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/RequestSample.swift" suffix(,)
0}},
{"Backend/HTTP/StorageClients.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/StorageClients.swift" suffix(,)
0}},
{"Backend/HTTP/UploadForm.swift", (const char[]){
#embed "../GTSDWorld/Backend/HTTP/UploadForm.swift" suffix(,)
0}},
{"Backend/InProcessBackend+HTTP.swift", (const char[]){
#embed "../GTSDWorld/Backend/InProcessBackend+HTTP.swift" suffix(,)
0}},
{"Backend/InProcessBackend.swift", (const char[]){
#embed "../GTSDWorld/Backend/InProcessBackend.swift" suffix(,)
0}},
{"Backend/PhoneUplink.swift", (const char[]){
#embed "../GTSDWorld/Backend/PhoneUplink.swift" suffix(,)
0}},
{"Backend/RateLimits.swift", (const char[]){
#embed "../GTSDWorld/Backend/RateLimits.swift" suffix(,)
0}},
{"Backend/ReplyTap.swift", (const char[]){
#embed "../GTSDWorld/Backend/ReplyTap.swift" suffix(,)
0}},
{"Backend/Request.swift", (const char[]){
#embed "../GTSDWorld/Backend/Request.swift" suffix(,)
0}},
{"Backend/ScriptedBackend.swift", (const char[]){
#embed "../GTSDWorld/Backend/ScriptedBackend.swift" suffix(,)
0}},
{"Backend/ServerToken.swift", (const char[]){
#embed "../GTSDWorld/Backend/ServerToken.swift" suffix(,)
0}},
{"Backend/ServiceQueue.swift", (const char[]){
#embed "../GTSDWorld/Backend/ServiceQueue.swift" suffix(,)
0}},
{"Backend/State/AccountRecord.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/AccountRecord.swift" suffix(,)
0}},
{"Backend/State/BackendState+Auth.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Auth.swift" suffix(,)
0}},
{"Backend/State/BackendState+IdempotencyKeys.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+IdempotencyKeys.swift" suffix(,)
0}},
{"Backend/State/BackendState+Metrics.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Metrics.swift" suffix(,)
0}},
{"Backend/State/BackendState+Onboarding.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Onboarding.swift" suffix(,)
0}},
{"Backend/State/BackendState+Photos.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Photos.swift" suffix(,)
0}},
{"Backend/State/BackendState+Plans.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Plans.swift" suffix(,)
0}},
{"Backend/State/BackendState+Profile.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Profile.swift" suffix(,)
0}},
{"Backend/State/BackendState+Targets.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Targets.swift" suffix(,)
0}},
{"Backend/State/BackendState+Tasks.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState+Tasks.swift" suffix(,)
0}},
{"Backend/State/BackendState.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/BackendState.swift" suffix(,)
0}},
{"Backend/State/EarlyRead.swift", (const char[]){
#embed "../GTSDWorld/Backend/State/EarlyRead.swift" suffix(,)
0}},
{"Backend/TransportError.swift", (const char[]){
#embed "../GTSDWorld/Backend/TransportError.swift" suffix(,)
0}},
{"Backend/Uplink.swift", (const char[]){
#embed "../GTSDWorld/Backend/Uplink.swift" suffix(,)
0}},
