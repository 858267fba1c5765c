// Threads do not inherit the module loader of the local world.
import { register } from 'tsx/esm/api'

register()
await import('./wallet-thread.ts')
