/** Runs stored jobs until it is killed: each writes a setting, then a line. */
import { writeSync } from 'node:fs'
import { createJobWorker } from '../../core/job-worker.ts'
import { openPostgresStores } from '../stores.ts'

const [, , url = ''] = process.argv
const { jobs, settings } = await openPostgresStores({ url })
const ignore = () => undefined
createJobWorker({
  store: jobs,
  handlers: {
    mark: async (payload) => {
      await settings.getOrAdd(`done ${String(payload)}`, '1')
      writeSync(1, '.')
    },
  },
  recurring: {},
  clock: Date.now,
  logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  pollMs: 1,
}).start()
