import type { Hono } from 'hono'
import { readCspReports } from '../core/documents/csp-reports.ts'
import { reportPath } from '../core/documents/document-headers.ts'
import type { Logger } from '../ports/logger.ts'
import type { EventSink } from '../ports/stores/events.ts'
import { errorResponse } from './error-responses.ts'
import { limitBody } from './limit-body.ts'
import type { ChargeRequest } from './rate-limiting.ts'
import type { ServerEnv } from './server-env.ts'

const bodyMaxBytes = 64 * 1024

type CspReportOptions = {
  /** Absent: requests are not limited. */
  readonly charge?: ChargeRequest | undefined
  readonly logger: Logger
  /** Absent: reports are dropped. */
  readonly reports?: EventSink | undefined
}

/** Receives browser reports about the Content Security Policy of the documents. */
export function mountCspReports(app: Hono<ServerEnv>, { charge, logger, reports }: CspReportOptions): void {
  app.post(reportPath, limitBody(bodyMaxBytes), async (c) => {
    try {
      await charge?.(c, 'event')
      const receivedAtMs = Date.now()
      const found = reports === undefined ? [] : readCspReports(await c.req.text())
      reports?.add(
        found.map((content) => ({ kind: 'csp-report', projectKey: undefined, receivedAtMs, content })),
      )
      return c.body(null, 204)
    } catch (error) {
      return errorResponse(c, error, logger)
    }
  })
}
