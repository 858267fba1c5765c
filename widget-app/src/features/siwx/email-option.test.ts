import { describe, expect, it } from 'vitest'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { emailOptionAtom } from '#widget/domain/accounts/sign-in.ts'
import { type TestWorldOptions, testWorld } from '#widget/testing/world.ts'

const path = '/appkit/v1/config'

function world(feature: object | undefined, config: Partial<HostConfigInput>) {
  const routes: TestWorldOptions['routes'] = feature && {
    [path]: () => ({ body: { features: [{ id: 'email_capture', ...feature }] } }),
  }
  return testWorld({ config, ...(routes ? { routes } : {}) })
}
const hosted = { siwx: { mode: 'hosted' } } as const
const emailRequired = { siwx: { mode: 'hosted', email: 'required' } } as const
const off = { isEnabled: false, config: [] }
const unset = { isEnabled: false, config: null }

type Row = [name: string, said: object, config: Partial<HostConfigInput>, wish: string | undefined]

describe('e-mail capture before the signature', () => {
  it.each<Row>([
    ['the project turns it on', { isEnabled: true, config: [] }, hosted, 'optional'],
    ['the project requires it', { isEnabled: true, config: ['required'] }, hosted, 'required'],
    ['the project is milder than the site', { isEnabled: true, config: [] }, emailRequired, 'optional'],
    ['the project turns it off', off, emailRequired, undefined],
    ['the project leaves it to the site, which requires it', unset, emailRequired, 'required'],
    ['and one that offers it', unset, { siwx: { mode: 'hosted', email: 'optional' } }, 'optional'],
    [
      'and one whose feature says it',
      unset,
      { ...hosted, features: { emailCapture: ['required'] } },
      'required',
    ],
    ['and one that says nothing', unset, hosted, undefined],
    ['sessions are the site’s own', { isEnabled: true, config: [] }, { siwx: {} }, undefined],
    ['nobody signs in', { isEnabled: true, config: [] }, {}, undefined],
    ['basic mode', unset, { ...emailRequired, basic: true }, undefined],
  ])('%s › is the effective option', async (_name, feature, config, option) => {
    const { store } = world(feature, config)
    await store.set(fetchRemoteConfigAtom)
    expect(store.get(emailOptionAtom)).toBe(option)
  })

  it('project not fetched › pending; fetch fails › uses the host’s option', async () => {
    const { store, clock } = world(undefined, emailRequired)
    const fetching = store.set(fetchRemoteConfigAtom)
    expect(store.get(emailOptionAtom)).toBe('pending')
    await clock.advance(60_000)
    await fetching
    expect(store.get(emailOptionAtom)).toBe('required')
  })

  it('second fetch in flight › shares the response', async () => {
    const { store, urls } = world(off, emailRequired)
    void store.set(fetchRemoteConfigAtom)
    await store.set(fetchRemoteConfigAtom)
    expect(store.get(emailOptionAtom)).toBeUndefined()
    expect(urls.filter((url) => url.startsWith(path))).toHaveLength(1)
  })

  it('project overrides the host › logs it for the developer', async () => {
    const { store, logs } = world(off, emailRequired)
    await store.set(fetchRemoteConfigAtom)
    expect(logs).toEqual(['The project settings override features: emailCapture'])
  })
})
