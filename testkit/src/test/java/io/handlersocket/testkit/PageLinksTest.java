// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every relative link of every page of the repository leads to a file that the documentation site has too, and to a
 * heading of that file if it names one.
 */
class PageLinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern FENCE = Pattern.compile("^ *```.*?^ *``` *$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)[^)]*\\)");
    /** What docs/build-site copies. */
    private static final Pattern ON_SITE =
            Pattern.compile(".*\\.(md|svg|png)|docs/.*\\.json|docs/operations/[^/]*\\.yml");

    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.+?) *#*$", Pattern.MULTILINE);

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void everyRelativeLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            String text = CODE.matcher(FENCE.matcher(Files.readString(page)).replaceAll(""))
                    .replaceAll("");
            Matcher link = LINK.matcher(text);
            while (link.find()) {
                if (!link.group(1).matches("[a-z]+:.*")) {
                    links++;
                    if (!leadsSomewhere(page, link.group(1))) {
                        broken.add(ROOT.relativize(page) + ": " + link.group(1));
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(200);
    }

    @Test
    void everyPageOfTheSiteIsInTheNavigation() throws IOException {
        String navigation = Files.readString(ROOT.resolve("mkdocs.yml"));
        assertThat(pages())
                .map(page -> ROOT.relativize(page).toString().replace('\\', '/'))
                .filteredOn(page -> page.startsWith("docs/"))
                .hasSizeGreaterThan(10)
                .allSatisfy(page -> assertThat(navigation).contains(page));
    }

    private boolean leadsSomewhere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String name = hash < 0 ? link : link.substring(0, hash);
        Path target = name.isEmpty()
                ? page
                : page.resolveSibling(name).toAbsolutePath().normalize();
        String file = ROOT.relativize(target).toString().replace('\\', '/');
        if (!target.startsWith(ROOT)
                || !Files.exists(target)
                || !ON_SITE.matcher(file).matches()) {
            return false;
        }
        return hash < 0 || anchorsOf(target).contains(link.substring(hash + 1));
    }

    private Set<String> anchorsOf(Path page) throws IOException {
        Set<String> known = anchors.get(page);
        if (known == null) {
            known = anchors(Files.readString(page));
            anchors.put(page, known);
        }
        return known;
    }

    /** The anchors that the repository's host and the documentation site give to headings. */
    static Set<String> anchors(String page) {
        Set<String> anchors = new HashSet<>();
        Matcher heading = HEADING.matcher(FENCE.matcher(page).replaceAll(""));
        while (heading.find()) {
            String anchor = heading.group(1)
                    .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-');
            anchors.add(anchor);
        }
        return anchors;
    }

    @Test
    void anAnchorIsTheHeadingInLowerCaseWithoutPunctuation() {
        assertThat(
                        anchors(
                                "# Limits and risks, before you use it\n\n```\n# no heading\n```\n## `@FastLookup` on a method\n"))
                .containsExactlyInAnyOrder("limits-and-risks-before-you-use-it", "fastlookup-on-a-method");
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean built = name.equals("target") || name.equals(".git");
                return built ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    pages.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages;
    }
}
