declare const __RELEASE_VERSION__: string

/** Version in host-sdk/package.json, which the build defines. The widget gets it as telemetry only (docs/protocol.md#9-versions). */
export const sdkVersion: string = __RELEASE_VERSION__
