import type { CommonQuery } from '../../../shared/api/endpoint.ts'
import type { Send } from './http.ts'

/** What is checked, and how it is reached. */
export type Deployment = {
  /** Origin of the widget. */
  readonly url: string
  readonly projectId: string
  /** Origin of a page that uses the project, where the operator names one. */
  readonly pageOrigin?: string
  /** Of this program. */
  readonly version: string
  readonly send: Send
}

/** Query of calls of the API. */
export const commonQueryOf = ({ projectId, version }: Deployment): CommonQuery => ({
  projectId,
  st: 'drawbridge',
  sv: `doctor-${version}`,
})

/** The origin that requests of the checks claim: that of the page, or one that no project lists. */
export const claimedOrigin = ({ pageOrigin }: Deployment): string => pageOrigin ?? 'https://doctor.invalid'
