import type * as native from '../native.ts';
import type { Layer } from '../pins/layer.ts';
import { useNative } from '../pins/own.ts';
import { describePicked } from '../pins/picked.ts';
import { Picker, type PickerCallbacks } from './picker.ts';
import { elementUnder } from './under.ts';

/** What picks and describes elements. Loaded when something is picked for the first time. */
export interface Picking {
  picker: Picker;
  elementAt: (x: number, y: number) => Element;
  describe: typeof describePicked;
}

export function createPicking(own: typeof native, layer: Layer, callbacks: PickerCallbacks): Picking {
  // This file is built on its own, with its own copy of what it shares with the pins.
  useNative(own);
  return {
    picker: new Picker(layer, callbacks),
    elementAt: (x, y) => elementUnder(layer.host, x, y),
    describe: describePicked,
  };
}
