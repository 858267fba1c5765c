import { expect, it } from 'vitest'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import { alice } from '#widget/testing/world.ts'
import { reportUncaughtErrors } from './report-uncaught-errors.ts'

function failingPage() {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
    navigator: { sendBeacon: () => true },
  })
  const tracked: AnalyticsEvent[] = []
  const stop = reportUncaughtErrors(page, (event) => tracked.push(event))
  const fails = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error }))
  const rejects = (reason: unknown) =>
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  return { tracked, stop, fails, rejects }
}

it('uncaught error › tracked without addresses and keys', () => {
  const { tracked, fails, rejects, stop } = failingPage()
  fails(new TypeError(`No balance of ${alice}`))
  rejects(new Error(`wc:${'7f'.repeat(32)}@2?symKey=${'3c'.repeat(32)}`))
  expect(tracked).toMatchObject([
    {
      event: 'INTERNAL_SDK_ERROR',
      properties: { errorType: 'TypeError', errorMessage: 'No balance of …', uncaught: true },
    },
    { properties: { errorType: 'Error', errorMessage: 'wc:…@2?symKey=…' } },
  ])
  // The stack begins with the message.
  expect(tracked[0]?.properties).toHaveProperty(
    'stackTrace',
    expect.stringContaining('report-uncaught-errors.test'),
  )
  expect(JSON.stringify(tracked)).not.toMatch(/1{20}|7f7f7f|3c3c3c/)
  stop()
  fails(new Error('Later'))
  expect(tracked).toHaveLength(2)
})

it('AbortError › not tracked; an endless error › tracked five times', () => {
  const { tracked, fails, rejects } = failingPage()
  rejects(new DOMException('Given up', 'AbortError'))
  fails(null)
  expect(tracked).toEqual([])
  for (let time = 0; time < 9; time += 1) fails(new Error('Again'))
  expect(tracked).toHaveLength(5)
})
