/** Build version, told to the widget as telemetry only (channel §6.4). */
export const sdkVersion = '0.1.0'
