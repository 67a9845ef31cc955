// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A value that must not be printed, and the forms in which text can still contain it. */
final class Mark {

    /** What a value is, which decides where another library may print it. */
    enum Kind {
        SECRET,
        KEY,
        VALUE
    }

    private final Kind kind;
    private final String name;

    /** Form by its name; all in lower case if the form has no case. */
    private final Map<String, String> forms = new LinkedHashMap<>();

    private final Map<String, String> lowerCaseForms = new LinkedHashMap<>();

    private Mark(Kind kind, String name) {
        this.kind = kind;
        this.name = name;
    }

    /** @param value at least 8 characters, so that no chance text contains it */
    static Mark text(Kind kind, String name, String value) {
        if (value.length() < 8) {
            throw new IllegalArgumentException(name + ": " + value.length() + " characters (expected 8 or more)");
        }
        Mark mark = new Mark(kind, name);
        mark.addText(value);
        return mark;
    }

    /** @param value at least 9 digits, so that no time and no address contains it */
    static Mark number(Kind kind, String name, long value) {
        Mark mark = text(kind, name, Long.toString(value));
        mark.forms.put("grouped", String.format(Locale.ROOT, "%,d", value));
        mark.lowerCaseForms.put("hexadecimal number", Long.toHexString(value));
        return mark;
    }

    private void addText(String value) {
        byte[] bytes = value.getBytes(UTF_8);
        forms.put("plain", value);
        forms.put("JSON", value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t"));
        forms.put("XML", value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"));
        forms.put("percent escapes", URLEncoder.encode(value, UTF_8));
        forms.put("protocol escapes", value.replace("\t", "\u0001I"));
        forms.put("letters and digits", value.replaceAll("[^A-Za-z0-9].*", ""));
        forms.put("decimal bytes", joined(bytes, "%d", ", "));
        lowerCaseForms.put("hex", joined(bytes, "%02x", ""));
        lowerCaseForms.put("hex with spaces", joined(bytes, "%02x", " "));
        lowerCaseForms.put("hex with colons", joined(bytes, "%02x", ":"));
        lowerCaseForms.put(
                "code points", value.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining()));
        for (int before = 0; before < 3; before++) {
            forms.put("Base64 after " + before + " bytes", base64(bytes, before));
        }
        forms.values().removeIf(form -> form.length() < 8);
    }

    private static String joined(byte[] bytes, String format, String separator) {
        return IntStream.range(0, bytes.length)
                .mapToObj(i -> String.format(Locale.ROOT, format, bytes[i]))
                .collect(Collectors.joining(separator));
    }

    /** The characters that depend on the value alone, where this many other bytes are before it. */
    private static String base64(byte[] bytes, int before) {
        byte[] padded = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, padded, before, bytes.length);
        byte[] whole = Arrays.copyOf(padded, padded.length / 3 * 3);
        String encoded = Base64.getEncoder().encodeToString(whole);
        return encoded.substring(before == 0 ? 0 : 4);
    }

    Kind kind() {
        return kind;
    }

    /** The forms, for tests that plant them. */
    Map<String, String> forms() {
        Map<String, String> all = new LinkedHashMap<>(forms);
        all.putAll(lowerCaseForms);
        return all;
    }

    /**
     * Looks for the value.
     *
     * @param lowerCase the same text in lower case, which the caller has for all marks
     * @return the form that the text contains, with the name of the mark but not its value
     */
    Optional<String> foundIn(String text, String lowerCase) {
        return found(forms, text).or(() -> found(lowerCaseForms, lowerCase)).map(form -> name + " (" + form + ')');
    }

    private static Optional<String> found(Map<String, String> forms, String text) {
        return forms.entrySet().stream()
                .filter(form -> text.contains(form.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    public String toString() {
        return name;
    }
}
