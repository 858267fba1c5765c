import { expect, it } from 'vitest'
import type { AnalyticsEvent } from '#widget/domain/analytics/analytics-events.ts'
import { alice } from '#widget/testing/world.ts'
import { reportUncaughtErrors } from './report-uncaught-errors.ts'

function faulty() {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
    navigator: { sendBeacon: () => true },
  })
  const told: AnalyticsEvent[] = []
  const stop = reportUncaughtErrors(page, (event) => told.push(event))
  const fails = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error }))
  const rejects = (reason: unknown) =>
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  return { told, stop, fails, rejects }
}

it('uncaught error › tracked without addresses and keys', () => {
  const { told, fails, rejects, stop } = faulty()
  fails(new TypeError(`No balance of ${alice}`))
  rejects(new Error(`wc:${'7f'.repeat(32)}@2?symKey=${'3c'.repeat(32)}`))
  expect(told).toMatchObject([
    {
      event: 'INTERNAL_SDK_ERROR',
      properties: { errorType: 'TypeError', errorMessage: 'No balance of …', uncaught: true },
    },
    { properties: { errorType: 'Error', errorMessage: 'wc:…@2?symKey=…' } },
  ])
  // The stack begins with the message.
  expect(told[0]?.properties).toHaveProperty(
    'stackTrace',
    expect.stringContaining('report-uncaught-errors.test'),
  )
  expect(JSON.stringify(told)).not.toMatch(/1{20}|7f7f7f|3c3c3c/)
  stop()
  fails(new Error('Later'))
  expect(told).toHaveLength(2)
})

it('AbortError › not tracked; an endless error › tracked five times', () => {
  const { told, fails, rejects } = faulty()
  rejects(new DOMException('Given up', 'AbortError'))
  fails(null)
  expect(told).toEqual([])
  for (let time = 0; time < 9; time += 1) fails(new Error('Again'))
  expect(told).toHaveLength(5)
})
