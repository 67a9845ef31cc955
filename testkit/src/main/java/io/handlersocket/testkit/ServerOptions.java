// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a test wants of its server. Filled by {@link HandlerSocketMariaDB}, read by whoever starts it. */
final class ServerOptions {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final SecureRandom RANDOM = new SecureRandom();

    boolean plugin = true;
    boolean listening = true;
    boolean writePort;
    boolean processControl;

    @Nullable
    String line = ServerVersion.configured();

    int threads = 2;
    String timeZone = "UTC";
    String database = "test";
    String user = "test";
    String password = "test";
    String rootPassword = randomSecret();

    @Nullable
    String keptData;

    /** Null: the server stands alone. */
    @Nullable
    GaleraNode galera;

    final Set<String> engines = new LinkedHashSet<>();
    final List<String> arguments = new ArrayList<>();

    private @Nullable String readSecret;
    private @Nullable String writeSecret;

    void fixSecrets(String read, String write) {
        readSecret = checked(read);
        writeSecret = checked(write);
    }

    String newReadSecret() {
        return readSecret == null ? randomSecret() : readSecret;
    }

    String newWriteSecret() {
        return writeSecret == null ? randomSecret() : writeSecret;
    }

    boolean listens() {
        return plugin && listening;
    }

    boolean listensForWrites() {
        return listens() && writePort;
    }

    /** The files the server must be able to load, without their ending. */
    List<String> pluginFiles() {
        List<String> files = new ArrayList<>();
        if (plugin) {
            files.add("handlersocket");
        }
        engines.forEach(engine -> files.add("ha_" + engine));
        return files;
    }

    /** The same in every strategy; ports, secrets and folders come on top. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("character-set-server", "utf8mb4");
        // A statement that waits for a lock nobody gives back is a failure, not a day's wait.
        settings.put("lock-wait-timeout", "10");
        settings.put("performance-schema", "OFF");
        settings.put("skip-name-resolve", "ON");
        settings.put("innodb-buffer-pool-size", "32M");
        settings.put("innodb-log-file-size", DataDirectory.LOG_FILE_SIZE);
        settings.put("plugin-maturity", "beta");
        if (plugin) {
            settings.put("handlersocket-threads", String.valueOf(threads));
            settings.put("handlersocket-threads-wr", "1");
            settings.put("handlersocket-timeout", "30");
        }
        return settings;
    }

    static String randomSecret() {
        StringBuilder secret = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            secret.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
        }
        return secret.toString();
    }

    /** For what is written into files the server reads: printable, and nothing that ends a quoted value. */
    static String checked(String value) {
        if (!value.matches("[\\x20-\\x7e&&[^\"'`\\\\]]*")) {
            throw new IllegalArgumentException(
                    "secret, name or password '" + value + "' (expected printable ASCII without quotes and backslash)");
        }
        return value;
    }
}
