import { parseUrl } from '../../../../shared/parse-url.ts'
import * as z from '../../../../shared/zod.ts'
import type { FarcasterChannelState, FarcasterRelay } from '../../ports/farcaster.ts'
import { VendorError } from '../../ports/vendor.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'

export type FarcasterRelayOptions = {
  /** Base URL: https://relay.farcaster.xyz */
  readonly url: string
  /** Origin of the URLs that phones open: https://farcaster.xyz. The relay cannot lead a user elsewhere. */
  readonly appOrigin: string
}

const vendor = 'Farcaster'
const responseMaxBytes = 65_536

const tokenSchema = z.string().check(z.regex(/^[\w-]{8,256}$/))
const channelSchema = z.object({
  channelToken: tokenSchema,
  url: z.string().check(z.maxLength(1_000)),
  nonce: z.string(),
})
const answerSchema = z.object({
  state: z.literal('completed'),
  message: z.string().check(z.minLength(1), z.maxLength(4_096)),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{2,8192}$/)),
  fid: z.int().check(z.gt(0)),
  // An account may have none, and a name of another shape is not displayed.
  username: z.catch(z.optional(z.string().check(z.maxLength(64))), undefined),
})
const stateSchema = z.union([z.object({ state: z.literal('pending') }), answerSchema])

/** The relay has no such channel: it was read after the phone's answer, or has expired. */
class ChannelClosedError extends Error {}

function stateOf(value: z.output<typeof stateSchema>): FarcasterChannelState {
  if (value.state === 'pending') return { is: 'pending' }
  const { message, signature, fid, username } = value
  return { is: 'answered', answer: { message, signature, fid, username } }
}

/** A Farcaster relay (FIP-11; github.com/farcasterxyz/auth-monorepo, `apps/relay`). Never tested against the live service. */
export function createFarcasterRelay(
  connection: VendorConnection,
  { url, appOrigin }: FarcasterRelayOptions,
): FarcasterRelay {
  const client = createVendorClient({ ...connection, vendor })
  const base = `${url.replace(/\/+$/, '')}/v1`

  return {
    openChannel: ({ domain, uri, nonce, expirationTime }) =>
      client.call(
        {
          ...{ method: 'POST', url: `${base}/channel`, schema: channelSchema, maxBytes: responseMaxBytes },
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ siweUri: uri, domain, nonce, expirationTime, acceptAuthAddress: true }),
        },
        (channel) => {
          const link = parseUrl(channel.url)
          if (link?.origin !== appOrigin || link.searchParams.get('channelToken') !== channel.channelToken)
            throw new VendorError(vendor, 'invalid', 'the URL of the channel is not one of the app')
          if (channel.nonce !== nonce) throw new VendorError(vendor, 'invalid', 'the nonce is another one')
          return { token: channel.channelToken, url: link.href }
        },
      ),
    readChannel: (token) =>
      client
        .call(
          {
            ...{ url: `${base}/channel/status`, schema: stateSchema, maxBytes: responseMaxBytes },
            headers: { authorization: `Bearer ${token}` },
            errorOf: ({ status }) =>
              status === 401 || status === 404 ? new ChannelClosedError() : undefined,
          },
          stateOf,
        )
        .catch((error: unknown): FarcasterChannelState => {
          if (error instanceof ChannelClosedError) return { is: 'closed' }
          throw error
        }),
  }
}
