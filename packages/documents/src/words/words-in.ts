import type { DocumentLanguage } from '@crier/domain';
import { ar } from './ar.js';
import { en } from './en.js';
import { ne } from './ne.js';
import type { Words } from './words.js';

const WORDS: Readonly<Record<DocumentLanguage, Words>> = { en, ne, ar };

export const wordsIn = (language: DocumentLanguage): Words => WORDS[language];
