import * as z from '#shared/zod.ts'

/** File name of the manifest in each folder of SDK files. */
export const sdkManifestFile = 'manifest.json'

/**
 * `manifest.json` of the SDK files that the widget's origin serves under `/sdk/<version>/` and `/sdk/v<protocol>/`. Both
 * folders contain the same bytes.
 */
export const sdkManifestSchema = z.strictObject({
  /** Version of the release, as in `/sdk/<version>/`. */
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/)),
  /** Major version of the link protocol, as in `/sdk/v<protocol>/`. */
  protocol: z.int().check(z.positive()),
  /** By file name. */
  files: z.record(
    z.string().check(z.regex(/^[a-z0-9-]+\.js$/)),
    z.strictObject({
      /** Subresource Integrity metadata (W3C SRI §3.1): `sha384-` and the hash in base64. */
      integrity: z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
      /** Size without compression. */
      bytes: z.int().check(z.positive()),
    }),
  ),
})

export type SdkManifest = z.infer<typeof sdkManifestSchema>
