import {
  CharSet,
  type Concatenation,
  DFA,
  type Element,
  type Expression,
  JS,
  NFA,
  type NoParent,
  TooManyNodesError,
  Words,
} from "refa";

/** How the texts of two lists of patterns relate: the shortest text that only the old patterns take, and the shortest that only the new ones take. */
export interface LanguageComparison {
  onlyOld?: string;
  onlyNew?: string;
}

/** Compares the texts in which all patterns of a list are found with those of another list; undefined where that cannot be decided. */
export type CompareLanguages = (old: readonly string[], fresh: readonly string[]) => LanguageComparison | undefined;

/** The most states of an automaton. What people write has some dozens; the worst patterns double them with every character. */
const maxStates = 1200;

/** The most work for all patterns together, in states that are looked at; thousands of patterns that people wrote stay below it, and it takes some seconds. */
const workForAll = 1e7;

/** Characters that no text has; they stand for its beginning and its end, each several times, so that `^(^a)` finds as many as it asks for. */
const marks = { behind: 0x10fffe, ahead: 0x10ffff } as const;
const repeated = 3;

const maxCharacter = 0x10ffff;
const all = CharSet.all(maxCharacter);
const ofRange = (min: number, max = min): CharSet => CharSet.empty(maxCharacter).union([{ min, max }]);
const inText = all.without(ofRange(marks.behind, marks.ahead));
/** The characters that `[^a]` has beyond those that a pattern without Unicode knows. */
const [lastPlain, beyondPlain] = [0xffff, ofRange(0x10000, marks.behind - 1)];

/** Compares patterns by the texts that they take. Nothing is matched, and the work is counted, so that no pattern takes long. */
export function createLanguages(maxWork = workForAll): CompareLanguages {
  let work = 0;
  const languages = new Map<string, DFA | undefined>();
  const languageOf = (pattern: string): DFA => {
    if (!languages.has(pattern)) languages.set(pattern, read(pattern));
    const language = languages.get(pattern);
    if (!language) throw new RangeError("this pattern is not compared");
    return language;
  };
  const read = (pattern: string): DFA | undefined => {
    try {
      const nfa = toNfa(readPattern(pattern));
      const language = toDfa(nfa);
      work += [...nfa.nodes()].length * language.countNodes();
      return language;
    } catch (error) {
      // The library throws for what is not regular, and for what has too many states.
      if (error instanceof TooManyNodesError) work += maxStates ** 2 / 2;
      return undefined;
    }
  };
  const commonTo = (patterns: readonly string[]): DFA => patterns.map(languageOf).reduce(intersect, anyText());
  return (old, fresh) => {
    work += maxStates;
    if (work > maxWork) return undefined;
    try {
      const [before, after] = [commonTo(old), commonTo(fresh)];
      const [onlyOld, onlyNew] = [wordBeyond(before, after), wordBeyond(after, before)];
      return { ...(onlyOld === undefined ? {} : { onlyOld }), ...(onlyNew === undefined ? {} : { onlyNew }) };
    } catch {
      return undefined;
    }
  };
}

/** True if a pattern is found in a text, by its automaton, which looks at each character once; undefined where it has none. */
export function isInLanguage(pattern: string, text: string): boolean | undefined {
  const frame = (side: keyof typeof marks): number[] => Array.from({ length: repeated }, () => marks[side]);
  try {
    const word = [...frame("behind"), ...Words.fromStringToUnicode(text), ...frame("ahead")];
    return toDfa(toNfa(readPattern(pattern))).test(word);
  } catch {
    return undefined;
  }
}

const limited = (): DFA.LimitedNodeFactory => new DFA.LimitedNodeFactory(maxStates);

const intersect = (a: DFA, b: DFA): DFA => DFA.fromIntersection(a, b, limited());

/** Every text between its marks. */
const anyText = (): DFA => toDfa(toNfa([...repeat(marked("behind")), many(inText), ...repeat(marked("ahead"))]));

function toNfa(elements: PatternPart[]): NFA {
  const expression: NoParent<Expression> = {
    type: "Expression",
    alternatives: [{ type: "Concatenation", elements }],
  };
  return NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(maxStates));
}

function toDfa(nfa: NFA): DFA {
  const dfa = DFA.fromFA(nfa, limited());
  dfa.minimize();
  return dfa;
}

type PatternPart = NoParent<Element>;

const repeat = (piece: PatternPart): PatternPart[] => Array.from({ length: repeated }, () => piece);
const marked = (side: keyof typeof marks): PatternPart => ({
  type: "CharacterClass",
  characters: ofRange(marks[side]),
});
const many = (characters: CharSet): PatternPart => ({
  type: "Quantifier",
  min: 0,
  max: Number.POSITIVE_INFINITY,
  lazy: false,
  alternatives: [{ type: "Concatenation", elements: [{ type: "CharacterClass", characters }] }],
});

/** A pattern with anything before and after it, since it may be found anywhere in a text. */
function readPattern(source: string): PatternPart[] {
  const parser = JS.Parser.fromLiteral({ source, flags: isUnicode(source) ? "u" : "" });
  const { expression } = parser.parse({ backreferences: "throw", assertions: "parse", maxNodes: maxStates });
  const alternatives = expression.alternatives.map(withMarks);
  return [many(all), { type: "Alternation", alternatives }, many(all)];
}

/** True if a pattern can be read by the rules for Unicode; the older ones allow more escapes. */
function isUnicode(source: string): boolean {
  try {
    return Boolean(new RegExp(source, "u"));
  } catch {
    return false;
  }
}

function withMarks({ elements }: NoParent<Concatenation>): NoParent<Concatenation> {
  const lastStart = elements.findLastIndex((element) => hasEdge(element, "behind"));
  const firstEnd = elements.findIndex((element) => hasEdge(element, "ahead"));
  // Only the empty text has its end before its beginning, and its marks come in the other order.
  if (firstEnd !== -1 && firstEnd < lastStart) throw new RangeError("$ before ^ is not compared");
  return { type: "Concatenation", elements: elements.map(withMark) };
}

const hasEdge = (element: PatternPart, side: keyof typeof marks): boolean =>
  element.type === "Assertion"
    ? element.kind === side
    : "alternatives" in element &&
      element.alternatives.some(({ elements }) => elements.some((inner) => hasEdge(inner, side)));

/** A part of a pattern in which the beginning and the end of the text are characters. */
function withMark(element: PatternPart): PatternPart {
  if (element.type === "CharacterClass") return { ...element, characters: charactersIn(element.characters) };
  if (element.type === "Alternation" || element.type === "Quantifier")
    return { ...element, alternatives: element.alternatives.map(withMarks) };
  if (element.type === "Assertion" && isEdge(element)) return marked(element.kind);
  throw new RangeError("a pattern that looks around is not compared");
}

/** True if an assertion is `^` or `$`: no character at all stands on that side. */
function isEdge({ negate, alternatives }: NoParent<Element> & { type: "Assertion" }): boolean {
  const [only, ...more] = alternatives.flatMap(({ elements }) => elements);
  return negate && only?.type === "CharacterClass" && only.characters.isAll && more.length === 0;
}

function charactersIn(characters: CharSet): CharSet {
  if (characters.maximum === maxCharacter) return characters.intersect(inText);
  const plain = CharSet.empty(maxCharacter).union(characters.ranges);
  return plain.has(lastPlain) ? plain.union(beyondPlain) : plain;
}

/** The shortest text of a language that another does not have. */
function wordBeyond(language: DFA, other: DFA): string | undefined {
  const rest = other.copy(limited());
  rest.complement(limited());
  return shortestWord(intersect(language, rest));
}

/** The shortest text of a language without its marks; each state is reached once, and first by the shortest way. */
function shortestWord({ initial, finals }: DFA): string | undefined {
  const reached = new Map<DFA.Node, string>([[initial, ""]]);
  for (const [node, word] of reached) {
    if (finals.has(node)) return word;
    for (const [next, characters] of node.out.invert(maxCharacter)) {
      if (reached.has(next)) continue;
      const visible = characters.intersect(inText);
      reached.set(next, visible.isEmpty ? word : word + readable(visible));
    }
  }
  return undefined;
}

const readable = (characters: CharSet): string =>
  String.fromCodePoint(Words.pickMostReadableCharacter(characters) ?? 0);
