import { systemClock } from '#shared/channel/clock.ts'
import { startEarlyHandshake } from '#widget/bridge/early-handshake.ts'
import { storeEarlyHandshake } from './early-handshake-result.ts'

// The document's own script, inside it: the host has its answer, and sends what it wants, while the files are on the line.
if (window.parent !== window) storeEarlyHandshake(startEarlyHandshake(window, systemClock))
