import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { PageFrame } from './page-frame.tsx'

afterEach(cleanup)

function framed(isLoading = true) {
  const events: string[] = []
  const { unmount } = render(
    <PageFrame
      src="https://provider.example/buy/1"
      title="Payment page"
      isLoading={isLoading}
      onLoad={() => events.push('loaded')}
      onBlocked={() => events.push('refused')}
    />,
  )
  return { events, unmount, frame: screen.getByTitle('Payment page') }
}

const violation = (effectiveDirective: string) =>
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }))

describe('PageFrame', () => {
  it('external page › has payment, no top navigation, no referrer, no camera', () => {
    const { frame } = framed()
    const attributes = Object.fromEntries(
      frame.getAttributeNames().map((name) => [name, frame.getAttribute(name)]),
    )
    expect(attributes).toEqual({
      class: expect.any(String),
      src: 'https://provider.example/buy/1',
      title: 'Payment page',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
      allow: 'payment',
      referrerpolicy: 'no-referrer',
    })
  })

  it.each([true, false])('loading: %s › marked as such', (isLoading) => {
    const { frame } = framed(isLoading)
    expect(frame.parentElement?.getAttribute('aria-busy')).toBe(String(isLoading))
    expect(frame.parentElement?.querySelector('svg') !== null).toBe(isLoading)
  })

  it('load and policy violation › reported', () => {
    const { frame, events, unmount } = framed()
    fireEvent.load(frame)
    violation('img-src')
    violation('frame-src')
    expect(events).toEqual(['loaded', 'refused'])
    unmount()
    violation('frame-src')
    expect(events).toHaveLength(2)
  })
})
