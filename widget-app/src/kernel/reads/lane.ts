import { atom } from '#widget/lib/state.ts'
import { portsAtom } from '../ports.ts'
import { makeReadLane } from './read-lane.ts'

/** One lane for all reads of this page, so that those of one tick meet. */
export const readLaneAtom = atom((get) => makeReadLane(get(portsAtom)))
