import type { AccountEntry } from '@drawbridge/host-sdk'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { bridge } from './bridge.ts'

/** The first connected account and the name of the last event, reactive while the component is mounted. */
export function useBridge() {
  const accounts = shallowRef<readonly AccountEntry[]>([])
  const lastEvent = shallowRef('none')
  const subscriptions = [
    bridge.subscribe('accounts', (list) => {
      accounts.value = list
    }),
    bridge.subscribe('event', ({ event }) => {
      lastEvent.value = event
    }),
  ]
  onScopeDispose(() => {
    for (const unsubscribe of subscriptions) unsubscribe()
  })
  return { bridge, lastEvent, account: computed(() => accounts.value[0]) }
}
