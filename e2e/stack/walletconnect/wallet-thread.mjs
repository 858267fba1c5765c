// Threads know nothing of the loader that runs the rest of the local world.
import { register } from 'tsx/esm/api'

register()
await import('./wallet-thread.ts')
