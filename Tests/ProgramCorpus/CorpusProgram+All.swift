extension CorpusProgram {
  /// The programs with a bug: two for each kind, one of which names its promises.
  package static let withBug: [CorpusProgram] = [
    typeahead, seatMap, batchImport, mailMerge, featureFlags, matchmaking, checkout, tableBooking,
    twoFactor, geocoder, settingsSync, thumbnailer, photoUpload, telegraph, connectionPool,
    buildPipeline, chat, priceCache, offlineSync, backup,
  ]
  /// The right programs.
  package static let right: [CorpusProgram] = [
    imagePipeline, formValidation, feedPaging, downloadManager, migrations, rateLimiter,
    reportGeneration, inventoryReservation, crawler, sensorPolling, telemetry, dashboard,
    paymentWithTimeout, webSocket, commandLineTool, gallery,
  ]
  package static let all = withBug + right
}
