// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.handlersocket.client.HandlerSocketClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Random;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The program of each of the three JVMs: the application and its load. It answers each line of its input with one line:
 * {@code = } and the answer, or {@code ! } and what failed. It ends when its input ends, however the parent ended.
 */
final class ChaosChild {

    static final String READY = "ready";
    static final JsonMapper JSON = JsonMapper.builder().build();

    private final ConfigurableApplicationContext context;

    private ChaosChild(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Runs until its input ends.
     *
     * @param arguments number of this JVM, number of JVMs, seed, folder of the run; then properties of the application
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // what the application prints is no answer
        int child = Integer.parseInt(arguments[0]);
        int children = Integer.parseInt(arguments[1]);
        Random random = new Random(Long.parseLong(arguments[2]));
        Path folder = Path.of(arguments[3]);
        String[] properties = new String[arguments.length - 4];
        System.arraycopy(arguments, 4, properties, 0, properties.length);
        ConfigurableApplicationContext context = new SpringApplicationBuilder(ChaosApplication.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
        new Workload(
                        context.getBean(Items.class),
                        context.getBean(Drafts.class),
                        context.getBean(JdbcOperations.class),
                        context.getBean(TransactionTemplate.class),
                        context.getBean(Routes.class),
                        context.getBean(Findings.class),
                        Board.in(ChaosRun.board(folder)),
                        ChaosRun.journals(folder),
                        child,
                        children)
                .start(random);
        ChaosChild self = new ChaosChild(context);
        say(answers, "= " + READY);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            say(answers, self.safely(line));
        }
        Runtime.getRuntime().halt(0); // whatever hangs
    }

    private static void say(PrintStream answers, String line) {
        answers.println(line);
        answers.flush();
    }

    private String safely(String question) {
        try {
            return "= " + answer(question);
        } catch (Exception | Error e) {
            return "! " + question + ": " + e.toString().replace('\n', ' ');
        }
    }

    private String answer(String question) throws Exception {
        return switch (question) {
            case "status" ->
                JSON.writeValueAsString(context.getBean(Findings.class).status());
            case "calm" -> {
                context.getBean(Findings.class).calm();
                yield "forgotten";
            }
            case "client" ->
                context.getBean(HandlerSocketClient.class).snapshot().toString();
            case "pool empty" -> context.getBean(EmptyPool.class).take();
            case "pool full" -> context.getBean(EmptyPool.class).giveBack();
            case "io block" -> context.getBean(BlockedIo.class).block();
            case "io release" -> context.getBean(BlockedIo.class).release();
            case "heap fill" -> context.getBean(FullHeap.class).fill();
            case "heap empty" -> context.getBean(FullHeap.class).empty();
            case "time" -> String.valueOf(System.currentTimeMillis());
            case "gc" -> {
                System.gc();
                yield "collected";
            }
            default -> throw new IllegalArgumentException("unknown question");
        };
    }
}
