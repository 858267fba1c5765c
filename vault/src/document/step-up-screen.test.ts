import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { StepUpScreen } from './entry-screens.tsx'

/** The screen at a time after the code was sent, as HTML. */
async function screenAfter(ms: number): Promise<string> {
  const { store, clock } = testWorld()
  const resendAtMs = clock.now() + 30_000
  await clock.advance(ms)
  const screen = { is: 'step-up', problem: undefined, resendAtMs, answer: () => undefined } as const
  return renderToStaticMarkup(
    createElement(StoreProvider, { store }, createElement(StepUpScreen, { screen })),
  )
}

const disabledButton = /<button[^>]*aria-disabled="true"[^>]*><span[^>]*>([^<]*)/

test('code just sent › states the seconds until a new one, ignores clicks until then', async () => {
  expect(disabledButton.exec(await screenAfter(0))?.[1]).toBe('Send a new code in 30 seconds')
  expect(disabledButton.exec(await screenAfter(29_000))?.[1]).toBe('Send a new code in 1 second')
})

test('30 s after the code was sent › a new one can be requested', async () => {
  const html = await screenAfter(30_000)
  expect(html).toContain('>Send a new code<')
  expect(html).not.toContain('aria-disabled')
})
