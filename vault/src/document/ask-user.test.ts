import { expect, it, vi } from 'vitest'
import { createAskUser } from './ask-user.ts'
import type { VaultScreen } from './vault-screen.ts'

/** A window whose code of screens loads by `load`, with the screens that it has shown. */
function askingWindow(load: (screen: VaultScreen) => Promise<unknown> | undefined) {
  const shown: VaultScreen[] = []
  const stop = new AbortController()
  const ask = createAskUser((screen) => shown.push(screen), stop.signal, load)
  return { ask, shown, stop, names: () => shown.map(({ is }) => is) }
}

const offline = new TypeError('Failed to fetch dynamically imported module')

it('screen of the first file › shown at once, resolves to the answer', async () => {
  const { ask, shown } = askingWindow(() => undefined)
  const asked = ask<void>((answer) => ({ is: 'create', answer }))
  const [screen] = shown
  if (screen?.is === 'create') screen.answer()
  await asked
  expect(screen?.is).toBe('create')
})

it('screen whose code loads later › shown once it has loaded', async () => {
  let finish = () => {}
  const { ask, names } = askingWindow(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  void ask<void>((answer) => ({ is: 'prove', answer }))
  expect(names()).toEqual([])
  finish()
  await vi.waitFor(() => expect(names()).toEqual(['prove']))
})

it('code of a screen does not load › says so, and a retry shows the screen', async () => {
  const load = vi.fn(async () => {})
  load.mockRejectedValueOnce(offline)
  const { ask, shown, names } = askingWindow(load)
  void ask<void>((answer) => ({ is: 'prove', answer }))
  await vi.waitFor(() => expect(names()).toEqual(['failed']))
  expect(shown[0]).toMatchObject({ problem: 'vault.failed-load' })
  if (shown[0]?.is === 'failed') shown[0].retry?.()
  await vi.waitFor(() => expect(names()).toEqual(['failed', 'prove']))
})

it('request is over › rejects what is asked, and what is asked later', async () => {
  const { ask, stop } = askingWindow(() => undefined)
  const asked = ask<void>((answer) => ({ is: 'create', answer }))
  stop.abort()
  await expect(asked).rejects.toThrow('The request is over')
  await expect(ask<void>((answer) => ({ is: 'create', answer }))).rejects.toThrow()
})
