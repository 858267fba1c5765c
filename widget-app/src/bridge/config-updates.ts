import type { Clock } from '#shared/channel/clock.ts'
import type { HostConfig } from '#shared/config/host-config.ts'
import { configIntervalMs } from '#shared/config/limits.ts'

/** Configurations of the page: the current one and the pending one. */
export type ConfigUpdates = {
  /** Applies a configuration now or, within `configIntervalMs` of the last one, at its end; only the newest is applied. */
  set(config: HostConfig): void
  /** Applies the pending configuration, before a call that depends on it. */
  flush(): void
}

/** Applies the configurations of a page: the first one at once, and a burst as two. */
export function configUpdates(clock: Clock, apply: (config: HostConfig) => void): ConfigUpdates {
  let pending: HostConfig | undefined
  let appliedAt: number | undefined
  let cancel = () => {}
  const run = (config: HostConfig) => {
    cancel()
    pending = undefined
    appliedAt = clock.now()
    apply(config)
  }
  const flush = () => {
    if (pending !== undefined) run(pending)
  }
  return {
    flush,
    set: (config) => {
      if (pending !== undefined) {
        pending = config
        return
      }
      const sinceMs = appliedAt === undefined ? configIntervalMs : clock.now() - appliedAt
      if (sinceMs >= configIntervalMs || sinceMs < 0) {
        run(config)
        return
      }
      pending = config
      cancel = clock.after(configIntervalMs - sinceMs, flush)
    },
  }
}
