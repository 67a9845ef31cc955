// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rectangles, lines and words, given as SVG or as an image. Units are pixels from the upper left. */
final class Drawing {

    private static final int FONT = 13;

    private interface Shape {
        String svg();

        void paint(Graphics2D canvas);
    }

    enum Anchor {
        START,
        MIDDLE,
        END
    }

    private final int width;
    private final int height;
    private final List<Shape> shapes = new ArrayList<>();

    Drawing(int width, int height) {
        this.width = width;
        this.height = height;
    }

    void rectangle(double x, double y, double w, double h, String colour) {
        shapes.add(new Rectangle(x, y, w, h, colour));
    }

    void line(double x1, double y1, double x2, double y2, double stroke, String colour) {
        shapes.add(new Line(x1, y1, x2, y2, stroke, colour));
    }

    void text(double x, double y, Anchor anchor, String words) {
        shapes.add(new Words(x, y, anchor, words));
    }

    String svg() {
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"%d\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                width,
                height,
                FONT));
        shapes.forEach(shape -> out.append(shape.svg()).append('\n'));
        return out.append("</svg>\n").toString();
    }

    /** Twice as large, for screens that show it so. */
    BufferedImage image() {
        BufferedImage image = new BufferedImage(width * 2, height * 2, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.scale(2, 2);
        canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        canvas.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        canvas.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT));
        canvas.setColor(Color.WHITE);
        canvas.fillRect(0, 0, width, height);
        shapes.forEach(shape -> shape.paint(canvas));
        canvas.dispose();
        return image;
    }

    private record Rectangle(double x, double y, double w, double h, String colour) implements Shape {
        @Override
        public String svg() {
            return String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                    x,
                    y,
                    w,
                    h,
                    colour);
        }

        @Override
        public void paint(Graphics2D canvas) {
            canvas.setColor(Color.decode(colour));
            canvas.fill(new Rectangle2D.Double(x, y, w, h));
        }
    }

    private record Line(double x1, double y1, double x2, double y2, double stroke, String colour) implements Shape {
        @Override
        public String svg() {
            return String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
                    x1,
                    y1,
                    x2,
                    y2,
                    colour,
                    stroke);
        }

        @Override
        public void paint(Graphics2D canvas) {
            canvas.setColor(Color.decode(colour));
            canvas.setStroke(new BasicStroke((float) stroke));
            canvas.draw(new Line2D.Double(x1, y1, x2, y2));
        }
    }

    private record Words(double x, double y, Anchor anchor, String words) implements Shape {
        @Override
        public String svg() {
            String escaped = words.replace("&", "&amp;").replace("<", "&lt;");
            return String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                    x,
                    y,
                    anchor.name().toLowerCase(Locale.ROOT),
                    escaped);
        }

        @Override
        public void paint(Graphics2D canvas) {
            int wide = canvas.getFontMetrics().stringWidth(words);
            double left = anchor == Anchor.START ? x : anchor == Anchor.MIDDLE ? x - wide / 2.0 : x - wide;
            canvas.setColor(Color.BLACK);
            canvas.drawString(words, (float) left, (float) y);
        }
    }
}
