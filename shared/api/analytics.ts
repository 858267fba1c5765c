import { finite, flag, listOf, nonEmptyText, oneOf, openObject, optional, text } from '../wire-schema.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'

/** True if the project has analytics enabled. */
export const getAnalyticsConfig = getEndpoint('/getAnalyticsConfig', noQuery, () =>
  openObject({ isAnalyticsEnabled: flag }),
)

const eventSchema = () =>
  openObject({
    eventId: nonEmptyText(64),
    /** The host's page, as its origin only. */
    url: text(2_048),
    domain: text(256),
    /** Epoch milliseconds. */
    timestamp: finite(0),
    props: openObject({
      type: oneOf('track', 'error'),
      event: nonEmptyText(64),
      properties: openObject({ caipNetworkId: optional(text(64)) }),
    }),
  })

/** Pending events (SPEC §3 analytics event), sent by beacon: the response is not read. */
export const postBatch = postEndpoint(
  '/batch',
  noQuery,
  () => listOf(eventSchema(), 1_000),
  () => openObject({}),
)
