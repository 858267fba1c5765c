import { expect, test } from 'vitest'
import { completeHostConfig, type HostConfig } from '#shared/config/host-config.ts'
import { configIntervalMs } from '#shared/config/limits.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { configUpdates } from './config-updates.ts'

const config = (name: string): HostConfig => completeHostConfig({ projectId: 'demo', metadata: { name } })

function world() {
  const clock = fakeClock()
  const applied: string[] = []
  const updates = configUpdates(clock, ({ metadata }) => applied.push(metadata.name))
  return { clock, applied, updates }
}

test('R18 › 3,000 configurations at once › the first and the newest are applied', async () => {
  const { clock, applied, updates } = world()
  for (let at = 0; at < 3_000; at += 1) updates.set(config(String(at)))
  expect(applied).toEqual(['0'])
  await clock.advance(configIntervalMs)
  expect(applied).toEqual(['0', '2999'])
  expect(clock.pending).toBe(0)
})

test('configuration after the interval › applied at once', async () => {
  const { clock, applied, updates } = world()
  updates.set(config('first'))
  await clock.advance(configIntervalMs)
  updates.set(config('second'))
  expect(applied).toEqual(['first', 'second'])
})

test('flush with a pending configuration › applied at once, and only once', async () => {
  const { clock, applied, updates } = world()
  for (const name of ['first', 'second']) updates.set(config(name))
  updates.flush()
  await clock.advance(configIntervalMs)
  expect(applied).toEqual(['first', 'second'])
})
