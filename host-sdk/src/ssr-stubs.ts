import { unreachable } from '../../shared/channel/handshake/handshake.ts'
import type { FrameContainer } from './frame/frame-container.ts'
import type { HostRuntime } from './host-runtime.ts'

type Nowhere = {
  readonly stage: Pick<FrameContainer, 'show' | 'hide' | 'fail'>
  readonly supervisor: Pick<
    HostRuntime['supervisor'],
    'call' | 'link' | 'isWarm' | 'warm' | 'failed' | 'forgive'
  >
  readonly discovery: HostRuntime['discovery']
}

const nothing = () => undefined

/** Replaces the host runtime where there is no document (on a server): no wallets, no widget, every call rejects. */
export const ssrStubs: Nowhere = {
  stage: { show: nothing, hide: nothing, fail: nothing },
  supervisor: {
    call: () => Promise.reject(unreachable()),
    link: nothing,
    isWarm: () => false,
    warm: nothing,
    failed: () => Promise.resolve(),
    forgive: nothing,
  },
  discovery: { list: () => [], provider: nothing },
}
