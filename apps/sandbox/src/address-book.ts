import { createNameTable } from './name-table.js';

export interface AddressBook {
  /** Files a message under its recipients and gives the number they have together. */
  file(recipients: readonly string[]): number;
  /** In lower case; several recipients are joined by ", ". */
  name(number: number): string;
  /** Numbers under which mail to this address was filed, alone or among others; case does not matter. */
  find(address: string): ReadonlySet<number>;
  /** Numbers of all whose address contains this text; case does not matter. */
  containing(text: string): ReadonlySet<number>;
  clear(): void;
}

const JOINED = ', ';

export const createAddressBook = (): AddressBook => {
  const table = createNameTable();
  const shared = new Set<number>();
  return {
    file(recipients) {
      const number = table.number(recipients.join(JOINED).toLowerCase());
      if (recipients.length > 1) shared.add(number);
      return number;
    },
    name: (number) => table.name(number),
    find(address) {
      const wanted = address.toLowerCase();
      const alone = table.find(wanted);
      const among = [...shared].filter((number) => table.name(number).split(JOINED).includes(wanted));
      return new Set(alone === undefined ? among : [alone, ...among]);
    },
    containing(text) {
      const wanted = text.toLowerCase();
      const numbers = new Set<number>();
      for (let number = 0; number < table.size; number += 1) {
        if (table.name(number).includes(wanted)) numbers.add(number);
      }
      return numbers;
    },
    clear() {
      table.clear();
      shared.clear();
    },
  };
};
