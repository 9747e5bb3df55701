extension CorpusProgram {
  /// The programs with a bug: three for each kind, one or two of which name their promises.
  package static let withBug: [CorpusProgram] = [
    typeahead, seatMap, chartViewer, batchImport, mailMerge, bakery, featureFlags, matchmaking,
    stageLights, checkout, tableBooking, greenhouse, twoFactor, geocoder, lendingDesk, settingsSync,
    thumbnailer, mixingDesk, photoUpload, telegraph, groundStation, connectionPool, buildPipeline,
    ferry, chat, priceCache, museumGuide, offlineSync, backup, weddings,
  ]
  /// The right programs.
  package static let right: [CorpusProgram] = [
    imagePipeline, formValidation, feedPaging, downloadManager, migrations, rateLimiter,
    reportGeneration, inventoryReservation, crawler, sensorPolling, telemetry, dashboard,
    paymentWithTimeout, webSocket, commandLineTool, gallery, tileCache, orchestra, parcelSorting,
    transfers, flightSearch, weatherStations, gameLevel, surgery, stockTicker, videoExport,
  ]
  package static let all = withBug + right
}
