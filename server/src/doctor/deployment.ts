import type { CommonQuery } from '../../../shared/api/endpoint.ts'
import type { Send } from './http.ts'

/** The deployment to check, and how to reach it. */
export type Deployment = {
  /** Origin of the widget. */
  readonly url: string
  readonly projectId: string
  /** Origin of a page that uses the project, if the operator specifies one. */
  readonly pageOrigin?: string
  /** Version of this program. */
  readonly version: string
  readonly send: Send
}

/** Query of API calls. */
export const commonQueryOf = ({ projectId, version }: Deployment): CommonQuery => ({
  projectId,
  st: 'drawbridge',
  sv: `doctor-${version}`,
})

/** The `Origin` header of the checks' requests: the page's origin, or one that no project lists. */
export const claimedOrigin = ({ pageOrigin }: Deployment): string => pageOrigin ?? 'https://doctor.invalid'
