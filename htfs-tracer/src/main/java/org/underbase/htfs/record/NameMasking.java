package org.underbase.htfs.record;

/** Representation of names in a trace: plain or hashed. Confined to the drainer. */
interface NameMasking {
    String path(String path);

    String thread(String name);

    String user(String name);

    String detail(String text);

    /** Returns a fingerprint of the hashing key; empty for plain names. */
    String fingerprint();

    /** Plain names. */
    NameMasking NONE = new NameMasking() {
        @Override
        public String path(String path) {
            return path;
        }

        @Override
        public String thread(String name) {
            return name;
        }

        @Override
        public String user(String name) {
            return name;
        }

        @Override
        public String detail(String text) {
            return text;
        }

        @Override
        public String fingerprint() {
            return "";
        }
    };
}
