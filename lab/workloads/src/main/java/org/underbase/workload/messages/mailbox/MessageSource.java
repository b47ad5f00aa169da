package org.underbase.workload.messages.mailbox;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.underbase.workload.random.SeededRandom;
import org.underbase.workload.random.Vocabulary;

/**
 * Generator of the messages, contacts and settings of all users; the same arguments give the same text. Immutable,
 * thread-safe.
 */
public final class MessageSource {
    static final int CONTACTS = 40;
    private static final int SNIPPET = 40;
    private static final long FIRST_SENT = 1_370_563_200L; // 7 June 2013, the first day of the paper's traces

    private static final long MESSAGE = 1;
    private static final long THREAD = 2;
    private static final long NAME = 3;
    private static final long PRIVACY = 4;
    private static final long EXTERNAL = 5;

    private final long seed;
    private final MessageShape shape;
    private final Vocabulary vocabulary;
    private final KeywordRule keywords;

    public MessageSource(Population population) {
        this.seed = population.seed();
        this.shape = population.shape();
        this.vocabulary = Vocabulary.seeded(seed, 20_000);
        this.keywords = new KeywordRule(vocabulary);
    }

    /** Returns the rule for indexed words. */
    public KeywordRule keywords() {
        return keywords;
    }

    public Message message(int user, int mid) {
        return message(user, mid, Integer.MAX_VALUE);
    }

    /** Whether the message is chat; does not generate it. */
    boolean chat(int user, int mid) {
        // The first draw of a message decides this.
        return SeededRandom.of(seed, MESSAGE, user, mid).chance(shape.chatFraction());
    }

    /** Generates the first bytes of the body, as in a mailbox summary. */
    String snippet(int user, int mid) {
        return message(user, mid, SNIPPET).body();
    }

    private Message message(int user, int mid, int bodyLimit) {
        SeededRandom random = SeededRandom.of(seed, MESSAGE, user, mid);
        boolean chat = random.chance(shape.chatFraction());
        int sender = random.nextLogUniform(CONTACTS);
        int recipients = chat ? 1 : 1 + random.nextGeometric(1.5);
        String subject = chat ? "" : text(random, 12 + random.nextInt(48));
        double size = chat
                ? random.nextLogNormal(shape.chatMedian(), shape.chatSigma())
                : random.nextLogNormal(shape.mailMedian(), shape.mailSigma());
        int length = (int) Math.max(1, Math.min(size, shape.largest()));
        String body = text(random, Math.min(length, bodyLimit));
        return new Message(mid, chat, sender, recipients, sentAt(mid), externalId(user, mid), subject, body);
    }

    private String text(SeededRandom random, int length) {
        return new String(vocabulary.text(random, length), StandardCharsets.US_ASCII);
    }

    private static long sentAt(int mid) {
        return FIRST_SENT + 97L * mid;
    }

    /**
     * Returns the distance, in messages, to the message that this one answers; 0 if it begins a thread. Recent messages are
     * answered most.
     */
    int answers(int user, int mid) {
        if (mid == 0) {
            return 0;
        }
        SeededRandom random = SeededRandom.of(seed, THREAD, user, mid);
        return random.chance(0.2) ? 0 : 1 + random.nextLogUniform(Math.min(mid, 64));
    }

    String externalId(int user, int mid) {
        long high = SeededRandom.hash(seed, EXTERNAL, user, mid);
        long low = SeededRandom.hash(high, user, mid);
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    /** Generates the name of a contact. */
    String name(int user, int contact) {
        SeededRandom random = SeededRandom.of(seed, NAME, user, contact);
        return vocabulary.word(100 + random.nextInt(3000)) + "." + vocabulary.word(100 + random.nextInt(10_000));
    }

    String address(int user, int contact) {
        return name(user, contact) + "@" + vocabulary.word(200 + contact) + ".example";
    }

    String privacyText(int user, int version) {
        return text(SeededRandom.of(seed, PRIVACY, user, version), 150);
    }

    /** Creates an independent generator for a purpose outside this class. */
    SeededRandom random(long purpose, long key) {
        return SeededRandom.of(seed, 1000 + purpose, key);
    }
}
