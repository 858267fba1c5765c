import { openClient, type SignClient } from '../client.ts'
import { memoryRecords } from './memory-records.ts'

process.env.DISABLE_GLOBAL_CORE = 'true'

/** The SDK's client of a shop, at an unreachable relay. The caller stops its heartbeat. */
export const openOfflineClient = (verify = false): Promise<SignClient> =>
  openClient(
    {
      projectId: 'demo',
      relayUrl: 'ws://127.0.0.1:1',
      verify,
      metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    },
    memoryRecords(),
  )
