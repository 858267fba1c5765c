import * as z from '../../../../shared/zod.ts'
import type { CallService, ServiceResponse } from '../../ports/sponsorship.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'

/** Estimates simulate an operation several times. */
const timeoutMs = 15_000
const responseMaxBytes = 262_144
const messageMaxLength = 256

const responseSchema = z.union([
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
  z.pipe(
    z.object({ result: z.unknown() }),
    z.transform(({ result }) => ({ result: result ?? null })),
  ),
])

/** Segments such as `v2` and `rpc` are shorter than keys. */
const secretMinLength = 8

/** Replaces the URL, and its parts that may be keys, in a text by '…'. */
function redactUrl(text: string): (message: string) => string {
  const { href, pathname, search, searchParams } = new URL(text)
  const secrets = [text, href, `${pathname}${search}`, ...pathname.split('/'), ...searchParams.values()]
    .filter(({ length }) => length >= secretMinLength)
    .toSorted((a, b) => b.length - a.length)
  return (message) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), message)
}

/**
 * A bundler (ERC-4337) or paymaster service (ERC-7677) over JSON-RPC.
 * @param vendor its name for users and logs
 */
export function createRpcService(
  connection: VendorConnection,
  { vendor, url }: { readonly vendor: string; readonly url: string },
): CallService {
  const client = createVendorClient({ ...connection, vendor, timeoutMs })
  const redact = redactUrl(url)
  const withoutSecrets = (response: ServiceResponse): ServiceResponse =>
    'error' in response
      ? {
          error: {
            code: response.error.code,
            message: redact(response.error.message).slice(0, messageMaxLength),
          },
        }
      : response
  return (method, params, signal) =>
    client.call(
      {
        ...{ method: 'POST', url, schema: responseSchema, maxBytes: responseMaxBytes },
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        ...(signal && { signal }),
      },
      withoutSecrets,
    )
}
