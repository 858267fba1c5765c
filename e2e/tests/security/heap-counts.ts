import type { CDPSession } from '@playwright/test'
import { collectGarbage } from './frames.ts'

/** Objects that a process retains after a garbage collection. */
export type HeapCounts = {
  readonly frames: number
  readonly ports: number
  readonly listeners: number
  readonly heapBytes: number
}

async function countOf(session: CDPSession, type: string): Promise<number> {
  const objectGroup = 'held'
  const prototype = await session.send('Runtime.evaluate', { expression: `${type}.prototype`, objectGroup })
  const prototypeObjectId = prototype.result.objectId
  if (prototypeObjectId === undefined) throw new Error(`${type} has no prototype`)
  // Unreachable objects are not counted: `queryObjects` collects garbage first.
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId, objectGroup })
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await session.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(result.value)
}

/** Counts what the process of a session retains: frame elements and ports of its page, listeners, heap bytes. */
export async function countHeapObjects(session: CDPSession): Promise<HeapCounts> {
  await session.send('Performance.enable')
  const frames = await countOf(session, 'HTMLIFrameElement')
  const ports = await countOf(session, 'MessagePort')
  await collectGarbage([session])
  const { metrics } = await session.send('Performance.getMetrics')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const listeners = metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN
  return { frames, ports, listeners, heapBytes: usedSize }
}
