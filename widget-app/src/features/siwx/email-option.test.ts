import { describe, expect, it } from 'vitest'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { emailOptionAtom } from '#widget/domain/accounts/sign-in.ts'
import { type TestWorldOptions, testWorld } from '#widget/testing/world.ts'

const path = '/appkit/v1/config'

function world(said: object | undefined, config: Partial<HostConfigInput>) {
  const routes: TestWorldOptions['routes'] = said && {
    [path]: () => ({ body: { features: [{ id: 'email_capture', ...said }] } }),
  }
  return testWorld({ config, ...(routes ? { routes } : {}) })
}
const hosted = { siwx: { mode: 'hosted' } } as const
const wished = { siwx: { mode: 'hosted', email: 'required' } } as const
const off = { isEnabled: false, config: [] }
const left = { isEnabled: false, config: null }

type Row = [name: string, said: object, config: Partial<HostConfigInput>, wish: string | undefined]

describe('e-mail capture before the signature', () => {
  it.each<Row>([
    ['the project turns it on', { isEnabled: true, config: [] }, hosted, 'optional'],
    ['the project requires it', { isEnabled: true, config: ['required'] }, hosted, 'required'],
    ['the project is milder than the site', { isEnabled: true, config: [] }, wished, 'optional'],
    ['the project turns it off', off, wished, undefined],
    ['the project leaves it to the site, which requires it', left, wished, 'required'],
    ['and one that offers it', left, { siwx: { mode: 'hosted', email: 'optional' } }, 'optional'],
    [
      'and one whose feature says it',
      left,
      { ...hosted, features: { emailCapture: ['required'] } },
      'required',
    ],
    ['and one that says nothing', left, hosted, undefined],
    ['sessions are the site’s own', { isEnabled: true, config: [] }, { siwx: {} }, undefined],
    ['nobody signs in', { isEnabled: true, config: [] }, {}, undefined],
    ['basic mode', left, { ...wished, basic: true }, undefined],
  ])('%s › is the effective option', async (_name, said, config, wish) => {
    const { store } = world(said, config)
    await store.set(fetchRemoteConfigAtom)
    expect(store.get(emailOptionAtom)).toBe(wish)
  })

  it('project not fetched › pending; fetch fails › uses the host’s option', async () => {
    const { store, clock } = world(undefined, wished)
    const asked = store.set(fetchRemoteConfigAtom)
    expect(store.get(emailOptionAtom)).toBe('pending')
    await clock.advance(60_000)
    await asked
    expect(store.get(emailOptionAtom)).toBe('required')
  })

  it('second fetch in flight › shares the response', async () => {
    const { store, urls } = world(off, wished)
    void store.set(fetchRemoteConfigAtom)
    await store.set(fetchRemoteConfigAtom)
    expect(store.get(emailOptionAtom)).toBeUndefined()
    expect(urls.filter((url) => url.startsWith(path))).toHaveLength(1)
  })

  it('project overrides the host › logs it for the developer', async () => {
    const { store, logs } = world(off, wished)
    await store.set(fetchRemoteConfigAtom)
    expect(logs).toEqual(['The project’s settings override features: emailCapture'])
  })
})
