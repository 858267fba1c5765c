import type { Endpoint } from '../../../../shared/api/endpoint.ts'
import type { Family, OperatorFamily } from '../rate-limits.ts'

type EndpointFamily = Exclude<Family, OperatorFamily>

/** Methods and paths of `shared/api`, by the family whose budgets they use. */
const endpoints: { readonly [F in EndpointFamily]: readonly string[] } = {
  catalogue: [
    'GET /getWallets',
    'GET /appkit/v1/config',
    'GET /projects/v1/origins',
    'GET /getAnalyticsConfig',
    'GET /v1/supported-chains',
    'GET /v1/convert/tokens',
    'GET /v1/onramp/options',
    'GET /appkit/v1/transfers/assets/exchanges/:id',
  ],
  picture: [
    'GET /getWalletImage/:id',
    'GET /public/getAssetImage/:id',
    'GET /public/getCurrencyImage/:id',
    'GET /public/getTokenImage/:id',
  ],
  event: ['POST /batch'],
  mailbox: ['POST /v1/mailbox/:id', 'GET /v1/mailbox/:id'],
  'chain-data': [
    'GET /v1/account/:address/balance',
    'GET /v1/account/:address/history',
    'POST /v1/fungible/price',
    'GET /v1/identity/:address',
    'GET /v1/profile/account/:name',
    'GET /v1/profile/reverse/:address',
    'GET /v1/profile/suggestions/:name',
    'GET /v1/convert/gas-price',
    'GET /v1/convert/allowance',
  ],
  rpc: ['POST /v1'],
  order: [
    'GET /v1/convert/quotes',
    'POST /v1/convert/build-transaction',
    'GET /v1/convert/build-approve',
    'POST /v1/onramp/quote',
    'POST /v1/generators/onrampurl',
    'GET /v1/onramp/orders/:id',
    'POST /v1/json-rpc',
  ],
  'vendor-event': ['POST /v1/onramp/webhooks/:provider'],
  'name-claim': ['POST /v1/profile/account'],
  'smart-session': [
    'GET /v1/sessions/:address',
    'POST /v1/sessions/:address',
    'POST /v1/sessions/:address/activate',
    'POST /v1/sessions/:address/revoke',
    'POST /v1/sessions/:address/cosign',
  ],
  'sign-in': [
    'GET /auth/v1/nonce',
    'POST /auth/v1/authenticate',
    'GET /auth/v1/me',
    'POST /auth/v1/sign-out',
  ],
  'code-send': ['POST /auth/v1/otp'],
  'code-confirm': ['PUT /auth/v1/otp'],
  // Codes and attempts have durable counters of their own (core/embedded/codes.ts).
  'embedded-wallet': [
    'GET /embedded/v1/nonce',
    'POST /embedded/v1/codes',
    'GET /embedded/v1/codes/:id',
    'POST /embedded/v1/codes/:id',
    'POST /embedded/v1/social/attempts',
    'GET /embedded/v1/social/attempts/:id',
    'GET /embedded/v1/account',
    'POST /embedded/v1/sign-out',
    'GET /embedded/v1/step-up',
    'POST /embedded/v1/step-up',
    'POST /embedded/v1/step-up/:id',
    'POST /embedded/v1/farcaster',
    'GET /embedded/v1/farcaster/:id',
    'POST /embedded/v1/identities/farcaster',
    'GET /embedded/v1/identities/farcaster/:id',
    'POST /embedded/v1/tickets',
    'POST /embedded/v1/vault-session',
    'POST /embedded/v1/passkeys/challenge',
    'POST /embedded/v1/passkeys/login-challenge',
    'POST /embedded/v1/passkeys',
    'POST /embedded/v1/passkeys/assertion',
    'POST /embedded/v1/frame-tickets',
    'POST /embedded/v1/frame-session',
    'POST /embedded/v1/lost-wallets',
    'POST /embedded/v1/passkeys/login',
    'POST /embedded/v1/passkeys/sign-up',
    'POST /embedded/v1/passkeys/remove',
    'POST /embedded/v1/email',
    'POST /embedded/v1/email/:id',
    'POST /embedded/v1/identities/remove',
    'POST /embedded/v1/delete',
    'POST /embedded/v1/shared-emails',
    'GET /embedded/v1/events',
    'GET /embedded/v1/devices',
    'POST /embedded/v1/devices/:id/revoke',
    'POST /embedded/v1/envelopes',
    'PUT /embedded/v1/envelopes/:id',
    'POST /embedded/v1/envelopes/:id/key',
    'POST /embedded/v1/envelopes/:id/revoke',
    'POST /embedded/v1/wallet-challenge',
    'GET /embedded/v1/transfers',
    'POST /embedded/v1/transfers',
    'PUT /embedded/v1/transfers/:id',
    'POST /embedded/v1/transfers/:id/end',
    'POST /embedded/v1/wallet-proof',
    'POST /embedded/v1/sponsorship',
    'GET /embedded/v1/recovery',
    'POST /embedded/v1/recovery',
    'POST /embedded/v1/recovery/codes',
    'POST /embedded/v1/recovery/requests/:id/cancel',
    'POST /embedded/v1/recovery/requests/:id/key',
    'POST /embedded/v1/recovery/requests/:id/complete',
    'GET /embedded/v1/deletion',
    'POST /embedded/v1/deletion',
    'POST /embedded/v1/deletion/cancel',
    'GET /embedded/v1/spending-limits',
    'POST /embedded/v1/spending-limits',
    'GET /embedded/v1/spending-limits/:id',
    'POST /embedded/v1/spending-limits/:id/claims',
    'POST /embedded/v1/spending-limits/:id/revoke',
  ],
}

const families: readonly EndpointFamily[] = [
  ...(['catalogue', 'picture', 'event', 'mailbox', 'chain-data', 'rpc', 'order', 'vendor-event'] as const),
  ...(['name-claim', 'smart-session', 'sign-in', 'code-send', 'code-confirm'] as const),
  'embedded-wallet',
]
const byEndpoint: ReadonlyMap<string, EndpointFamily> = new Map(
  families.flatMap((family) => endpoints[family].map((endpoint) => [endpoint, family] as const)),
)

/** Family of an endpoint. @throws Error for an endpoint that is not listed, so that every endpoint has rate limits. */
export function familyOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): EndpointFamily {
  const family = byEndpoint.get(`${method} ${path}`)
  if (family === undefined) throw new Error(`No rate limit is defined for ${method} ${path}`)
  return family
}
