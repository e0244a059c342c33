/** The message for a URL key that is taken in an overlapping scope. */
export const urlKeyTaken = "URL key for specified store already exists.";

// cspell:disable
/** Letters and signs with the Latin letters that stand for them in Magento's URLs. Accents are removed separately. */
const letters = `
  @ at © c ® r ™ tm æ ae ß ss ø o þ p đ d ħ h ı i ĳ ij ĸ k ŀ l ł l ŉ n ŋ n œ oe ŧ t ſ z ə e ƒ f
  а a б b в v г g ґ g д d е e ё jo є e ж zh з z и i й y і i ї i к k л l м m н n о o п p р r с s т t у u ф f х h ц c
  ч ch ш sh щ sch ъ a ы y ь y э je ю ju я ja
  α a β b γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ u φ f χ ch ψ ps ω o
  א a ב b ג g ד d ה h ו v ז z ח h ט t י i ך k כ k ל l ם m מ m ן n נ n ס s ע e ף p פ p ץ c צ c ק q ר r ש w ת t
  অ a আ aa ই i ঈ ii উ u ঊ uu ঋ r ৠ ri এ e ঐ ai ও o ঔ ou ক ka খ kha গ ga ঘ gha ঙ na চ ca ছ cha জ ja ঝ jha ঞ na ট ta
  ঠ tha ড da ড় ra ঢ dha ঢ় rha ণ na ত ta ৎ t থ tha দ da ধ dha ন na প pa ফ pha ব ba ভ bha ম ma য ya য় ya র ra ল la
  শ sa ষ sha স sa হ ha ০ 0 ১ 1 ২ 2 ৩ 3 ৪ 4 ৫ 5 ৬ 6 ৭ 7 ৮ 8 ৯ 9
  ক্ষ kso ষ্ণ sno জ্ঞ jno ঞ্জ nchho হ্ম hmo ঞ্চ ncho ঙ্ক ngko ট্ট tto ক্ষ্ম ksmo হ্ন hno হ্ণ hno ক্র kro গ্ধ gdho ত্র tro
  ক্ত kto ক্স kso ত্ত tto ত্ম tmo ক্ক kko ক্ম kmo ক্ল klo
  া a ি i ী ee ু o ূ u ৃ ri ৄ rii ে a ৈ ai ো o ৌ ow ্য a ্র r ঁ n ঃ oh ় o ্ h ং ng ৢ n ৣ nn`;
// cspell:enable

const words = letters.trim().split(/\s+/);
const latin = new Map(
  words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ""] as const] : [])),
);
const known = new RegExp([...latin.keys()].sort((one, other) => other.length - one.length).join("|"), "g");
const transliterated = (text: string) => text.replace(known, (found) => latin.get(found) ?? "");

/**
 * Returns a name as a URL segment: lower case, without accents, other alphabets in Latin letters, and everything but
 * letters and digits replaced by hyphens. Empty if nothing is left.
 */
export function toUrlKey(text: string): string {
  const plain = transliterated(text.toLowerCase()).normalize("NFKD").replace(/\p{M}/gu, "");
  return transliterated(plain)
    .replace(/[^0-9a-z]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
