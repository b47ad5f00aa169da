package org.underbase.htfs.record;

/** What names look like in a trace: as they are, or hashed. Used by the drainer alone. */
interface Hiding {
    String path(String path);

    String thread(String name);

    String user(String name);

    String detail(String text);

    /** Tells which key hashed the names; empty when they are as they are. */
    String fingerprint();

    /** Names as they are. */
    Hiding NONE = new Hiding() {
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
