import { anything } from '../wire-schema.ts'
import { noQuery, noResponse, postEndpoint } from './endpoint.ts'

/** Events of an onramp provider, signed by it. Not in SPEC §7: vendors call it, not the widget. */
export const postOnrampWebhook = postEndpoint(
  '/v1/onramp/webhooks/:provider',
  noQuery,
  () => anything,
  noResponse,
)
